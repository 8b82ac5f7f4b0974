export const cats = () => fetch("/nest/cats");
export function cat(id: string) { return fetch("/nest/cats/" + id); }
export function feed() { return fetch(`/nest/cats/feed`, { method: "POST" }); }
export function cart(id: number) { return fetch(`/dj/shop/carts/${id}/`); }
export function login() { return fetch("/dj/shop/login/", { method: "POST" }); }
export function old() { return fetch("/dj/shop/old/1999/"); }
export function items() { return fetch("/fast/items/3"); }
export function notFed() { return fetch(`/nest/cats/feed`, { method: "PUT" }); }
