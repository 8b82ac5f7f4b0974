const BASE = import.meta.env.VITE_API ?? '/api';

export async function load(path: string) {
    const answer = await fetch(`${BASE}${path}`);
    return answer.json();
}

export async function send(path: string, options: RequestInit) {
    return fetch(BASE + path, options);
}

export function remove(path: string) {
    return fetch(`${BASE}${path}`, { method: 'DELETE' });
}

export function print(path: string) {
    console.log(path);
}
