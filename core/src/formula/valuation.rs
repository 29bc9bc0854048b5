//! Values for symbols: models of formulae, instances of clauses.

use super::{FormulaText, PieceKind, Symbol};
use crate::num::Int;
use crate::order::Map;

/// The value of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Value {
    Int(Int),
    Bool(bool),
}

impl Value {
    /// `-3` or `true`.
    pub fn text(&self) -> FormulaText {
        match self {
            Value::Int(number) => FormulaText::of(PieceKind::Number, &number.to_string()),
            Value::Bool(value) => FormulaText::constant(*value),
        }
    }
}

/// A finite map from symbols to values. Symbols it does not mention are 0 or false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Valuation {
    values: Map<Symbol, Value>,
}

const DEFAULT_INT: &Int = &Int::ZERO;

impl Valuation {
    pub fn new() -> Valuation {
        Valuation::default()
    }

    pub fn set_int(&mut self, symbol: Symbol, value: impl Into<Int>) {
        self.values.insert(symbol, Value::Int(value.into()));
    }

    pub fn set_bool(&mut self, symbol: Symbol, value: bool) {
        self.values.insert(symbol, Value::Bool(value));
    }

    pub fn set(&mut self, symbol: Symbol, value: Value) {
        self.values.insert(symbol, value);
    }

    pub fn remove(&mut self, symbol: Symbol) {
        self.values.remove(&symbol);
    }

    /// How many symbols have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub fn get(&self, symbol: Symbol) -> Option<&Value> {
        self.values.get(&symbol)
    }

    pub fn int(&self, symbol: Symbol) -> &Int {
        match self.values.get(&symbol) {
            Some(Value::Int(value)) => value,
            _ => DEFAULT_INT,
        }
    }

    pub fn bool(&self, symbol: Symbol) -> bool {
        matches!(self.values.get(&symbol), Some(Value::Bool(true)))
    }

    /// In order of symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        self.values.iter().map(|(s, v)| (*s, v))
    }
}
