import { load, print, remove, send } from './http';

export const users = () => load('/users');
export const user = (id: number) => load(`/users/${id}`);
export const add = (body: string) => send('/users', { method: 'POST', body });
export const drop = (id: number) => remove(`/users/${id}`);
export const show = () => print('/users');
