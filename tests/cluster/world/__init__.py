"""A whole site on one machine, to be broken piece by piece: see network.py (where things are and how a link is
cut), services.py (PostgreSQL with its standby, NATS, servers, workers) and players.py (who plays meanwhile)."""
