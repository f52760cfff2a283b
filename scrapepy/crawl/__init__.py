"""Gather: the only floor that talks to the network. It records what came and decides nothing by itself."""
