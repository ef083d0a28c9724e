-- command-changed
-- Every command has events, and says the version of its stream after them.
SELECT commands.id, commands.stream
FROM commands
LEFT JOIN (SELECT command_id, stream, max(version) AS version FROM events GROUP BY command_id, stream) AS last
  ON last.command_id = commands.id AND last.stream = commands.stream
WHERE last.version IS NULL OR last.version <> commands.version
ORDER BY commands.id LIMIT 1;

-- transfer-stray
-- Every transfer belongs to an event, whose hash has it.
SELECT transfers.stream, transfers.version
FROM transfers
LEFT JOIN events ON events.stream = transfers.stream AND events.version = transfers.version
WHERE events.version IS NULL
ORDER BY transfers.stream, transfers.version LIMIT 1;

-- transfers-renumbered
SELECT stream, version FROM transfers
GROUP BY stream, version HAVING min(number) <> 0 OR max(number) <> count(*) - 1
ORDER BY stream, version LIMIT 1;

-- balance-wrong
-- The balances are the sums of the transfers.
SELECT account, sum(held) AS held, sum(moved) AS moved
FROM (
  SELECT account, cents AS held, 0 AS moved FROM balances
  UNION ALL SELECT source, 0, -cents FROM transfers
  UNION ALL SELECT target, 0, cents FROM transfers
) AS sums
GROUP BY account HAVING sum(held) <> sum(moved)
ORDER BY account LIMIT 1;

-- balance-untouched
SELECT account FROM balances
WHERE NOT EXISTS (SELECT 1 FROM transfers WHERE source = account)
  AND NOT EXISTS (SELECT 1 FROM transfers WHERE target = account)
ORDER BY account LIMIT 1;

-- balance-missing
SELECT moved.account
FROM (SELECT source AS account FROM transfers UNION SELECT target FROM transfers) AS moved
LEFT JOIN balances ON balances.account = moved.account
WHERE balances.account IS NULL
ORDER BY moved.account LIMIT 1;

-- held-wrong
-- No account holds more than it can: what it held can be added up.
SELECT source AS account FROM transfers
WHERE source_cents NOT BETWEEN -4611686018427387904 AND 4611686018427387904
  OR target_cents NOT BETWEEN -4611686018427387904 AND 4611686018427387904
LIMIT 1;

-- held-wrong
-- What accounts held leads from nothing to what they hold now. Transfers of different streams have no order of their
-- own; so whatever an account held after one transfer it held before another, but for the beginning and the end.
SELECT account
FROM (
  SELECT source AS account, source_cents AS cents, 1 AS times FROM transfers
  UNION ALL SELECT source, source_cents + cents, -1 FROM transfers
  UNION ALL SELECT target, target_cents, 1 FROM transfers
  UNION ALL SELECT target, target_cents - cents, -1 FROM transfers
  UNION ALL SELECT account, 0, 1 FROM balances
  UNION ALL SELECT account, cents, -1 FROM balances
) AS steps
GROUP BY account, cents HAVING sum(times) <> 0
ORDER BY account LIMIT 1;

-- snapshot-ahead
-- No snapshot is of a moment that the log does not reach.
SELECT snapshots.stream, snapshots.version
FROM snapshots
LEFT JOIN events ON events.stream = snapshots.stream AND events.version = snapshots.version
WHERE events.version IS NULL
ORDER BY snapshots.stream LIMIT 1;
