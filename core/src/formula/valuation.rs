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

    /// The values after this many changes more like the one from `before` to this; Booleans stay as they are.
    pub fn continued(&self, before: &Valuation, times: &Int) -> Valuation {
        let mut values = self.clone();
        let symbols = self.iter().chain(before.iter()).map(|(symbol, value)| (symbol, value.clone()));
        let symbols: Vec<(Symbol, Value)> = symbols.collect();
        for (symbol, value) in symbols {
            if let Value::Int(_) = value {
                let change = self.int(symbol) - before.int(symbol);
                values.set_int(symbol, self.int(symbol) + &(&change * times));
            }
        }
        values
    }

    /// Have all symbols the same values in both?
    pub fn agrees(&self, other: &Valuation) -> bool {
        let mut symbols = self.iter().chain(other.iter());
        symbols.all(|(symbol, value)| match value {
            Value::Int(_) => self.int(symbol) == other.int(symbol),
            Value::Bool(_) => self.bool(symbol) == other.bool(symbol),
        })
    }

    /// In order of symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Value)> {
        self.values.iter().map(|(s, v)| (*s, v))
    }
}
