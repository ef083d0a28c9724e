"""The school: a scenario plays the players and the incidents, a trainee deals, and what goes wrong is marked.

Pure, except for `library`, which reads the lessons that come with the program (decision 420).
"""
