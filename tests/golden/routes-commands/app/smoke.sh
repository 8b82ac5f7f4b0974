#!/bin/sh
BASE="${BASE_URL:-http://localhost:5000}"
API=$BASE/api
login() {
    curl -sS -X POST "$BASE/api/login" \
        -H "Content-Type: application/json" \
        -d '{"name": "a"}' | jq .
}
curl -fsS localhost:5000/api/status > /dev/null
curl -XDELETE "http://localhost:5000/api/users/$1"
ID=$(curl -s "$BASE/api/users/active?x=1")
wget -qO- http://example.com/api/status
curl "$UNKNOWN/api/status"
curl -I "$API/status"
curl "$API/users/active"
curl --data @f http://localhost:5000/api/login
# curl http://localhost:5000/api/status
