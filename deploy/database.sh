#!/bin/sh
# The image of PostgreSQL runs this once, when its folder is empty (compose.yaml): the shop gets a role that
# owns one database and may do nothing else. From then on nobody signs in as postgres over the network.
set -e
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role shop login nosuperuser nocreatedb nocreaterole password :'password';
create database shop owner shop;
alter role postgres password null;
SQL
