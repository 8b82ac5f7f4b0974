export class MyCard {}
