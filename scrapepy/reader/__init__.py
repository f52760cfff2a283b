"""The local reader: the mirrors on disk in a browser (extra ``reader``).

Two kinds of origin, each with a policy of its own. The *reader's* pages are ours: no script but one file, nothing from
elsewhere. The *saved* pages are strangers': each mirror is served at a port of its own under another host name, inside
a sandboxed frame, and its policy lets it reach that port and nothing else. So what a saved page does can reach neither
the reader, nor another mirror, nor the network.
"""
