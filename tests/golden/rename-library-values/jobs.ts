export interface Job { id: number; cost: number }
export interface Cake { cost: string; layers: number }
export function report(jobs: Job[], cakes: Cake[]): number {
    const dearest = jobs.map((x) => x.cost).concat(cakes.map((x) => x.layers));
    const first = [...jobs].sort((p, q) => p.cost - q.cost);
    const names = [...cakes].sort((p, q) => p.cost.localeCompare(q.cost));
    const sum = jobs.reduce((n, x) => n + x.cost, 0);
    const least = jobs.reduce((p, q) => (p.cost < q.cost ? p : q));
    return dearest.length + first.length + names.length + sum + least.id;
}
