//! Reads a prefix of quantifiers and a formula over their variables.
//!
//! No part recurses: operators wait on a stack until what binds less follows (Dijkstra's shunting yard).

use super::clausal::{Matrix, Node};
use super::prefix::quantifier;
use super::tokens::{Token, tokens};
use super::{Qbf, Variable};
use crate::lang::Span;
use crate::lang::common::report::{Report, end_of};
use crate::order::Map;

/// Reads a formula; what is wrong is reported.
pub(super) fn read(text: &str, report: &mut Report) -> Qbf {
    let tokens = tokens(text, report);
    let mut reader = Reader { text, tokens, at: 0, report, variables: Vec::new(), known: Map::default() };
    reader.prefix();
    let mut matrix = Matrix::default();
    let root = reader.matrix(&mut matrix);
    let Reader { mut variables, report, .. } = reader;
    let clauses = root.map(|root| matrix.clauses(root, &mut variables, report)).unwrap_or_default();
    Qbf { variables, clauses }
}

struct Reader<'t, 'r, 'b> {
    text: &'t str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    report: &'r mut Report<'b>,
    variables: Vec<Variable>,
    known: Map<String, usize>,
}

/// An operator that waits for its last operand.
#[derive(Clone, Copy, PartialEq)]
enum Waiting {
    Parenthesis(Span),
    Operator(Token),
}

/// What binds more is applied first.
fn strength(token: Token) -> u8 {
    match token {
        Token::Not => 5,
        Token::And => 4,
        Token::Or => 3,
        Token::Implies => 2,
        _ => 1,
    }
}

impl Reader<'_, '_, '_> {
    fn peek(&self) -> Option<(Token, Span)> {
        self.tokens.get(self.at).copied()
    }

    fn word(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// `forall x, y. exists z.`
    fn prefix(&mut self) {
        while let Some((Token::Word, span)) = self.peek() {
            let Some(quantifier) = quantifier(self.word(span)) else { return };
            self.at += 1;
            let before = self.variables.len();
            loop {
                match self.peek() {
                    Some((Token::Word, span)) if super::prefix::quantifier(self.word(span)).is_none() => {
                        self.at += 1;
                        let name = self.word(span).to_owned();
                        if let Some(first) = self.known.get(&name) {
                            let first = self.variables[*first].span;
                            let diagnostic =
                                crate::lang::Diagnostic::error(span, format!("`{name}` is quantified twice"));
                            self.report.push(diagnostic.with_related(first, "the first time"));
                            continue;
                        }
                        self.known.insert(name.clone(), self.variables.len());
                        self.variables.push(Variable { name, quantifier, span });
                    }
                    Some((Token::Comma, _)) => self.at += 1,
                    Some((Token::Stop, _)) => {
                        self.at += 1;
                        break;
                    }
                    _ => break,
                }
            }
            if self.variables.len() == before {
                self.report.error(span, "a quantifier without a variable");
            }
        }
    }

    /// The formula after the prefix.
    fn matrix(&mut self, matrix: &mut Matrix) -> Option<usize> {
        let (mut operands, mut waiting): (Vec<usize>, Vec<Waiting>) = (Vec::new(), Vec::new());
        let mut expects_operand = true;
        while let Some((token, span)) = self.peek() {
            self.at += 1;
            if !self.report.spend(1, span) {
                return None;
            }
            match (token, expects_operand) {
                (Token::Word, true) => {
                    operands.push(self.atom(span, matrix)?);
                    expects_operand = false;
                }
                (Token::Not, true) => waiting.push(Waiting::Operator(Token::Not)),
                (Token::Open, true) => waiting.push(Waiting::Parenthesis(span)),
                (Token::Close, false) => loop {
                    match waiting.pop() {
                        Some(Waiting::Parenthesis(_)) => break,
                        Some(Waiting::Operator(operator)) => apply(operator, &mut operands, matrix, span),
                        None => {
                            self.report.error(span, "this parenthesis closes nothing");
                            break;
                        }
                    }
                },
                (Token::And | Token::Or | Token::Implies | Token::Iff, false) => {
                    // Implications associate to the right, the others to the left.
                    let least = strength(token) + u8::from(token == Token::Implies);
                    while let Some(Waiting::Operator(operator)) = waiting.last().copied()
                        && strength(operator) >= least
                    {
                        waiting.pop();
                        apply(operator, &mut operands, matrix, span);
                    }
                    waiting.push(Waiting::Operator(token));
                    expects_operand = true;
                }
                // A full stop may end the formula.
                (Token::Stop, false) if self.at == self.tokens.len() => {}
                (_, true) => {
                    self.report.error(span, "expected a variable, `not` or a parenthesis");
                    return None;
                }
                (_, false) => {
                    self.report.error(span, "expected `and`, `or`, `->` or the end of the formula");
                    return None;
                }
            }
        }
        let end = end_of(self.text);
        if expects_operand {
            self.report.hinted(end, "the formula ends too early", "a formula follows the quantifiers");
            return None;
        }
        while let Some(item) = waiting.pop() {
            match item {
                Waiting::Parenthesis(span) => self.report.error(span, "this parenthesis is not closed"),
                Waiting::Operator(operator) => apply(operator, &mut operands, matrix, end),
            }
        }
        operands.pop()
    }

    fn atom(&mut self, span: Span, matrix: &mut Matrix) -> Option<usize> {
        let word = self.word(span).to_owned();
        if quantifier(&word).is_some() {
            let hint = "all quantifiers come before the formula; rename variables and move them there";
            self.report.hinted(span, "a quantifier within the formula", hint);
            return None;
        }
        let node = match word.as_str() {
            "true" => Node::Constant(true),
            "false" => Node::Constant(false),
            _ => {
                if let Some(variable) = self.known.get(&word) {
                    Node::Variable(*variable)
                } else {
                    let names: Vec<&str> = self.variables.iter().map(|v| v.name.as_str()).collect();
                    let near = self.report.nearest(&word, names).map(|near| format!("`{near}` is similar"));
                    let hint =
                        near.unwrap_or_else(|| format!("begin with `exists {word}.` or `forall {word}.`"));
                    self.report.hinted(span, format!("`{word}` has no quantifier"), hint);
                    Node::Constant(true)
                }
            }
        };
        Some(matrix.push(node, span))
    }
}

fn apply(operator: Token, operands: &mut Vec<usize>, matrix: &mut Matrix, span: Span) {
    let Some(right) = operands.pop() else { return };
    if operator == Token::Not {
        let node = matrix.push(Node::Not(right), span);
        operands.push(node);
        return;
    }
    let Some(left) = operands.pop() else { return };
    let node = match operator {
        Token::And => Node::And(left, right),
        Token::Or => Node::Or(left, right),
        Token::Implies => {
            let premise = matrix.push(Node::Not(left), span);
            Node::Or(premise, right)
        }
        _ => Node::Iff(left, right),
    };
    operands.push(matrix.push(node, span));
}
