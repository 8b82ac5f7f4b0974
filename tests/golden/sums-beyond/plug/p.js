require("../core/lib").toggle(3);
