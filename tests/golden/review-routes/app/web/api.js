export async function login(name) {
  return fetch("/api/login", { method: "POST", body: name });
}
export const status = () => fetch("/api/status");
export const active = () => fetch("/api/users/active");
export const user = (id) => fetch(`/api/users/${id}`);
export const drop = (id) => fetch(`/api/users/${id}`, { method: "DELETE" });
