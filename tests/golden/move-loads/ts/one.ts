import { mocked } from "./mocked.js";

export const one = mocked();
