CREATE TABLE account (
    id text not null primary key,
    email text not null unique,
    plan text not null check (plan in ('free', 'pilot', 'enterprise')),
    subscription text not null default 'active'
      check (subscription in ('active', 'stopped', 'payment_failed')),
    daily_limit integer check (daily_limit between 0 and 2147483647),
    created_at text not null
  );
CREATE TABLE api_key (
    id text not null primary key,
    account_id text not null references account (id),
    hash text not null unique check (length(hash) = 64),
    prefix text not null,
    name text not null,
    created_at text not null,
    last_used_at text,
    rotated_at text,
    revoked_at text
  , ends_at text, replaced_at text);
CREATE INDEX api_key_by_end on api_key (ends_at) where ends_at is not null;
CREATE INDEX api_key_by_revocation on api_key (revoked_at) where revoked_at is not null;
CREATE INDEX api_key_by_rotation on api_key (rotated_at) where rotated_at is not null;
CREATE INDEX api_key_in_use on api_key (account_id, id)
    where rotated_at is null and revoked_at is null;
CREATE INDEX api_key_of_account on api_key (account_id, id);
CREATE TRIGGER audit_is_not_deleted before delete on audit
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-365 days')
    begin select raise(abort, 'the audit log is append-only'); end;
CREATE TRIGGER audit_is_not_replaced before insert on audit
    when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'the audit log is append-only'); end;
CREATE TRIGGER audit_is_not_updated before update on audit
    begin select raise(abort, 'the audit log is append-only'); end;
CREATE TABLE audit (
    id text not null primary key,
    at text not null,
    actor text not null check (actor in ('operator', 'owner', 'system')),
    action text not null,
    account_id text not null references account (id),
    object_id text not null,
    detail text not null
  );
CREATE INDEX audit_by_time on audit (at);
CREATE INDEX audit_of_account on audit (account_id, id);
CREATE TABLE counted_once (
    account_id text not null references account (id),
    once_digest text not null check (length(once_digest) = 64),
    question_digest text not null check (length(question_digest) = 64),
    data_version text not null,
    asked_at text not null,
    ends_at text not null,
    day text not null,
    units integer not null check (units between 0 and 2147483647),
    running integer not null check (running between 0 and 2147483647),
    answered integer not null check (answered between 0 and 2147483647),
    constraint counted_once_pk primary key (account_id, once_digest)
  );
CREATE INDEX counted_once_by_end on counted_once (ends_at);
CREATE TABLE job (
    id text not null primary key,
    account_id text not null references account (id),
    is_test integer not null,
    created_at text not null,
    state text not null check (state in ('arriving', 'waiting', 'running', 'done', 'stopped')),
    reason text,
    terms text not null,
    once_digest text,
    body_digest text,
    rows integer not null,
    bytes integer not null,
    turn integer not null,
    served integer not null,
    packed_kb integer not null,
    done integer not null,
    failed integer not null,
    calls integer not null,
    credited integer not null,
    errors text not null,
    data_versions text not null,
    started_at text,
    ended_at text,
    resumes_at text,
    expires_at text,
    callback text,
    constraint job_once unique (account_id, once_digest)
  );
CREATE INDEX job_by_account on job (account_id, id);
CREATE INDEX job_by_expiry on job (expires_at);
CREATE TABLE job_block (
  job_id text not null references job (id),
  no integer not null,
  rows integer not null,
  units integer not null,
  turn integer not null,
  tries integer not null,
  day text,
  counted_as text,
  input blob,
  packed_kb integer not null,
  result blob,
  result_bytes integer,
  done_at text,
  constraint job_block_pk primary key (job_id, no)
);
CREATE TABLE job_message (
    id text not null primary key,
    queue text not null,
    turn integer not null,
    after_at text not null,
    message text not null
  , taken_by text);
CREATE INDEX job_message_by_turn on job_message (queue, turn, id);
CREATE INDEX job_message_taken on job_message (queue, after_at) where taken_by is not null;
CREATE TABLE key_usage_day (
    key_id text not null references api_key (id) on delete cascade,
    day text not null,
    status_class text not null check (status_class in ('2xx', '3xx', '4xx', '5xx')),
    calls integer not null check (calls between 0 and 2147483647),
    constraint key_usage_day_pk primary key (key_id, day, status_class)
  );
CREATE INDEX key_usage_by_day on key_usage_day (day);
CREATE TABLE known_browser (
    hash text not null check (length(hash) = 64),
    account_id text not null references account (id),
    seen_at text not null,
    ends_at text not null,
    constraint known_browser_pk primary key (hash, account_id)
  );
CREATE INDEX known_browser_by_end on known_browser (ends_at);
CREATE INDEX known_browser_of_account on known_browser (account_id, seen_at);
CREATE TABLE mailbox (
    address text not null primary key,
    account_id text not null references account (id)
  );
CREATE TABLE quota_credit (
    call_id text not null primary key,
    account_id text not null references account (id),
    day text not null
  );
CREATE INDEX quota_credit_by_day on quota_credit (day);
CREATE TABLE quota_day (
  account_id text not null references account (id),
  day text not null,
  used integer not null check (used between 0 and 2147483647),
  constraint quota_day_pk primary key (account_id, day)
);
CREATE TABLE quota_job_day (
  account_id text not null references account (id),
  day text not null,
  used integer not null check (used between 0 and 2147483647),
  constraint quota_job_day_pk primary key (account_id, day)
);
CREATE TABLE quota_test_day (
  account_id text not null references account (id),
  day text not null,
  used integer not null check (used between 0 and 2147483647),
  constraint quota_test_day_pk primary key (account_id, day)
);
CREATE TABLE recent_call (
    id text not null primary key,
    key_id text not null references api_key (id) on delete cascade,
    at text not null,
    method text not null,
    endpoint text not null check (endpoint not like '%?%' and endpoint not like '%=%'),
    status integer not null check (status between 0 and 2147483647),
    duration_ms integer not null check (duration_ms between 0 and 2147483647)
  );
CREATE INDEX recent_call_by_time on recent_call (at);
CREATE INDEX recent_call_of_key on recent_call (key_id, id);
CREATE TABLE session (
    hash text not null primary key check (length(hash) = 64),
    account_id text not null references account (id),
    created_at text not null,
    seen_at text not null,
    idle_end text not null,
    ends_at text not null
  );
CREATE INDEX session_by_idle_end on session (idle_end);
CREATE INDEX session_of_account on session (account_id);
CREATE TABLE sign_in_link (
    token_hash text not null primary key check (length(token_hash) = 64),
    browser_hash text not null check (length(browser_hash) = 64),
    email text not null,
    ends_at text not null
  );
CREATE INDEX sign_in_link_by_end on sign_in_link (ends_at);
CREATE TABLE usage_day (
    account_id text not null references account (id),
    day text not null,
    endpoint text not null,
    status_class text not null check (status_class in ('2xx', '3xx', '4xx', '5xx')),
    calls integer not null check (calls between 0 and 2147483647),
    constraint usage_day_pk primary key (account_id, day, endpoint, status_class)
  );
CREATE TABLE visit (
    subject text not null,
    period text not null,
    used integer not null check (used between 0 and 2147483647),
    ends_at text not null,
    constraint visit_pk primary key (subject, period)
  );
CREATE INDEX visit_by_end on visit (ends_at);
CREATE TABLE visit_salt (
    day text not null primary key,
    salt text not null
  );
CREATE TABLE webhook_secret (
    account_id text not null primary key references account (id),
    secret text not null
  );
