import { Controller, Get, Post, Param } from '@nestjs/common';

@Controller('nest/cats')
export class CatsController {
  @Get()
  findAll() { return []; }

  @Get(':id')
  findOne(@Param('id') id: string) { return id; }

  @Post('feed')
  feed() {}
}
