"""The game in the browser: an HTTP and WebSocket API over the floor, pages, and the solo game."""
