export type Unit = "m" | "ft";
