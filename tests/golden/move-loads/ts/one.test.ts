import { one } from "./one.js";

vi.mock("./mocked.js");
test("one", () => one);
