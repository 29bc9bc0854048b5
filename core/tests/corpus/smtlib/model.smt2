sat
(model
  (define-fun counter ((n Int)) Bool (and (>= n 0) (is-even n)))
  (define-fun is-even ((k Int)) Bool (let ((half (div k 2))) (= k (* 2 half))))
)
