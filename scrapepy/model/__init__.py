"""Values only: frozen dataclasses of plain types, shared by every floor and needing nobody."""
