import * as all from "./card.mjs";
for (const k of Object.keys(all)) console.log(k.replace(/[A-Z]/g, c => "-" + c.toLowerCase()));
