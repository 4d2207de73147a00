"""Questions about games and hands as expressions: text → tree → rows for the core."""

from untap.questions.games import FUNCTIONS, Questions, check_syntax, compile_questions
from untap.questions.syntax import QuestionError, bind, parse

__all__ = ["FUNCTIONS", "QuestionError", "Questions", "bind", "check_syntax", "compile_questions", "parse"]
