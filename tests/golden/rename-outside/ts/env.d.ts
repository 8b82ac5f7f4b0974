declare function structuredClone<T>(x: T): T;
