const API_URL = process.env.API_URL ?? "http://localhost:8000/api/v1";
export class UserService {
  private baseUrl: string;
  constructor(private http: HttpClient, opts: any) { this.baseUrl = opts.baseUrl || "http://localhost:8000/api/v1"; }
  read(id: number) { return fetch(`${this.baseUrl}/users/${id}`); }
  create(u: any) { return this.http.post<User>(`${API_URL}/users`, u); }
  async posts(id: string) {
    const url = `${API_URL}/users/${id}/posts`;
    const res = await fetch(url, { headers: {} });
    return res.json();
  }
  private async request<T>(path: string, init?: RequestInit): Promise<T> {
    const res = await fetch(`${API_URL}${path}`, init);
    return res.json();
  }
  drop(id: number) { return this.request<void>(`/users/${id}`, { method: "DELETE" }); }
  axi(id: number) { return axios({ method: "delete", url: `${API_URL}/users/${id}` }); }
  rq() { return fetch(new Request(`${API_URL}/users`, { method: "POST" })); }
}
