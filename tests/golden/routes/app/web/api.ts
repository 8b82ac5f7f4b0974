import axios from "axios";

const BASE = "/api/v1";
const api = axios.create({ baseURL: "/api" });

export async function login(name: string) {
  return fetch("/api/login", { method: "POST", body: name });
}

export function user(id: number) {
  return fetch(`${BASE}/users/${id}`);
}

export function addUser(data: object) {
  return api.post("/v1/users", data);
}

export function wrong() {
  return fetch("/api/login");
}
