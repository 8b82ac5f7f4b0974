import axios from "axios";

const api = axios.create({ baseURL: "/api/tasks" });

export const tasks = () => api.get("/");
export const task = (id) => api.get(`/${id}`);
