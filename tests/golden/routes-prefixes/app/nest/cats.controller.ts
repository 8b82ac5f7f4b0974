import { Controller, Get } from '@nestjs/common';

@Controller('cats')
export class CatsController {
  @Get(':id')
  one(id: string) {}
}
