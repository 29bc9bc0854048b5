% clauses as Eldarica's users write them
Inv(x, y) :- x = 0, y is x / 2.
Inv(x + 1, y - 2) :- Inv(x, y), x =< 3, \+(y =:= 1; x =\= 7), `b` -> x mod 2 = 1.
false :- Inv(x, y), x < y. // the end
