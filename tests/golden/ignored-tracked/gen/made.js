import { press } from "../tools/run.js";
press();
