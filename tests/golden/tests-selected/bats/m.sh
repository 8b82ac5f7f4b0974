core() { echo $(($1 + 1)); }
