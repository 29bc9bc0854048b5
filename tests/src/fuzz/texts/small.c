#include <assert.h>
#define N 3
extern int __VERIFIER_nondet_int(void);
enum kind { A, B = 4, C };
unsigned g;
bool flag = true;
int twice(int n) { return 2 * n; }
void count(int n) {
  for (int i = 0; i < n; i++) { g += i; if (i == N) break; else continue; }
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  __VERIFIER_assume(x >= 0 && x < 4 || !flag);
again:
  do { x--; y = x > 1 ? twice(x) : x / 2 + x % 3; } while (x > 0);
  switch (y) { case A: y = 1; break; case 2: default: y = B; }
  if (y == C) goto again;
  count(2);
  assert(y >= 0 && g <= 1);
  return 0;
}
