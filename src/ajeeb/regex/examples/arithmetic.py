"""Small programs on numbers: what the loops unroll to is bounded, what lies beyond is said in each docstring."""

from ajeeb.regex.compiler import Natural

__all__ = ["fib", "gcd", "prime", "sort5"]


def fib(n: Natural) -> int:
    """The n-th Fibonacci number, for n up to 16 (987)."""
    a, b = 0, 1
    for i in range(16):
        if i < n:
            a, b = b, a + b
    return a


def gcd(a: Natural, b: Natural) -> int:
    """The greatest common divisor of two numbers up to 999, by Euclid; 15 rounds are enough for these."""
    for _ in range(15):
        if b == 0:
            break
        a, b = b, a % b
    return a


def sort5(a: int, b: int, c: int, d: int, e: int) -> tuple[int, ...]:
    """Five numbers, smallest first."""
    numbers = [a, b, c, d, e]
    for end in range(4, 0, -1):
        for i in range(end):
            if numbers[i] > numbers[i + 1]:
                numbers[i], numbers[i + 1] = numbers[i + 1], numbers[i]
    return tuple(numbers)


def prime(n: Natural) -> bool:
    """Whether a number up to 999 is prime."""
    if n < 2:
        return False
    for divisor in range(2, 32):
        if divisor * divisor > n:
            break
        if n % divisor == 0:
            return False
    return True
