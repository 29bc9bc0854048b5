//! A set in its order: a map to nothing.

use super::Map;

/// A set that is iterated in order. Adding at the end takes constant time, adding elsewhere and removing take
/// time in its length.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set<T>(Map<T, ()>);

impl<T> Set<T> {
    pub const fn new() -> Set<T> {
        Set(Map::new())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.0.keys()
    }
}

impl<T: Ord> Set<T> {
    pub fn contains(&self, element: &T) -> bool {
        self.0.contains_key(element)
    }

    pub fn remove(&mut self, element: &T) {
        self.0.remove(element);
    }

    /// The last element that is at most this one.
    pub fn at_most(&self, element: &T) -> Option<&T> {
        self.0.at_most(element).map(|(found, ())| found)
    }

    /// Adds an element; says whether it is new.
    pub fn insert(&mut self, element: T) -> bool {
        self.0.insert(element, ()).is_none()
    }
}

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set::new()
    }
}

impl<T: Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Set<T> {
        Set(elements.into_iter().map(|element| (element, ())).collect())
    }
}

impl<T: Ord> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.0.extend(elements.into_iter().map(|element| (element, ())));
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::iter::Map<<&'a Map<T, ()> as IntoIterator>::IntoIter, fn((&'a T, &'a ())) -> &'a T>;

    fn into_iter(self) -> Self::IntoIter {
        (&self.0).into_iter().map(|(element, ())| element)
    }
}
