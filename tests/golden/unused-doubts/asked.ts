export class Service {
  private lost(): void {}
  protected hook(): void {}
  open(): void {}
}
export const service = new Service();
