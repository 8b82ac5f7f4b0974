#pragma once
int value(void);
