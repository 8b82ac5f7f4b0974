first() { echo 1; }
second() {
    local x=${ first; }
    local y=${| REPLY=2; }
}
third() { second; }
