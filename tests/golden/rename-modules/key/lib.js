exports.go = () => 1;
