const { init } = require("./lib");
test("init", () => init());
