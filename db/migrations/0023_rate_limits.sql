-- How often each client asked for what costs something, counted for all processes together
-- (app/.server/platform/http/limits/rate-limits.ts; the columns are those of rate-limiter-flexible). Worth
-- nothing after a crash, so it is not written to the log.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
