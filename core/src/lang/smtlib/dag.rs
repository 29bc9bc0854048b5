//! The dag of an interpolation query: vertices, and edges with assertions for their labels.
//!
//! `(get-interpolants :dag (en u A) (en v B) (u ex C) (v ex D) (u E))` has four edges, written as where they
//! come from, where they lead to and what passing them means; `E` is the label of the vertex `u`. The one
//! vertex without an edge into it is the entry, the one without an edge out of it the exit (thesis, Sect.
//! 5.3.4).

use super::script::Reader;
use super::sexpr::NodeId;

/// A dag whose vertices are in topological order: the first is the entry, the last the exit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpolationDag {
    pub vertices: Vec<InterpolationVertex>,
    pub edges: Vec<InterpolationEdge>,
}

/// A vertex with the names of the assertions that label it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpolationVertex {
    pub name: String,
    pub names: Vec<String>,
}

/// An edge between vertices, by their places, with the names of the assertions that label it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterpolationEdge {
    pub from: usize,
    pub to: usize,
    pub names: Vec<String>,
}

/// A dag may have this many edges and labels of vertices.
const DAG_LIMIT: usize = 1_000;

impl Reader<'_, '_> {
    pub(super) fn interpolation_dag(&mut self, node: NodeId, parts: &[NodeId]) -> Option<InterpolationDag> {
        if parts.len() > DAG_LIMIT {
            self.elaborator.refuse(node, format!("more than {DAG_LIMIT} edges and labels are not supported"));
            return None;
        }
        let mut dag = InterpolationDag { vertices: Vec::new(), edges: Vec::new() };
        for part in parts {
            let tree = self.elaborator.tree;
            let inner: Vec<NodeId> =
                if tree.is_list(*part) { tree.children(*part).collect() } else { Vec::new() };
            match inner[..] {
                [vertex, label] => {
                    let vertex = self.vertex(&mut dag, vertex)?;
                    let names = self.partition(label)?;
                    dag.vertices[vertex].names.extend(names);
                }
                [from, to, label] => {
                    let (from, to) = (self.vertex(&mut dag, from)?, self.vertex(&mut dag, to)?);
                    let names = self.partition(label)?;
                    dag.edges.push(InterpolationEdge { from, to, names });
                }
                _ => {
                    self.elaborator.refuse(*part, "expected an edge `(from to A)` or a vertex `(vertex A)`");
                    return None;
                }
            }
        }
        match dag.sorted() {
            Ok(dag) => Some(dag),
            Err(message) => {
                self.elaborator.refuse(node, message);
                None
            }
        }
    }

    /// The place of a vertex, which is new at its first mention.
    fn vertex(&mut self, dag: &mut InterpolationDag, node: NodeId) -> Option<usize> {
        let tree = self.elaborator.tree;
        let Some(name) = tree.symbol(node).map(|name| tree.name(name)) else {
            self.elaborator.refuse(node, "expected the name of a vertex");
            return None;
        };
        let known = dag.vertices.iter().position(|vertex| vertex.name == name);
        Some(known.unwrap_or_else(|| {
            dag.vertices.push(InterpolationVertex { name: name.to_owned(), names: Vec::new() });
            dag.vertices.len() - 1
        }))
    }
}

impl InterpolationDag {
    /// The vertices in topological order, as far as possible in the order of their first mention; or what is
    /// wrong with the dag.
    fn sorted(self) -> Result<InterpolationDag, String> {
        let count = self.vertices.len();
        let ends = |of: &dyn Fn(&InterpolationEdge) -> usize| -> Vec<usize> {
            (0..count).filter(|v| !self.edges.iter().any(|edge| of(edge) == *v)).collect()
        };
        let (entries, exits) = (ends(&|edge| edge.to), ends(&|edge| edge.from));
        let ([_], [exit]) = (&entries[..], &exits[..]) else {
            let names = |of: &[usize]| -> String {
                let names: Vec<&str> = of.iter().map(|v| self.vertices[*v].name.as_str()).collect();
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            };
            return Err(format!(
                "a dag has one entry and one exit; without an edge into them: {}; without an edge out of them: {}",
                names(&entries),
                names(&exits)
            ));
        };
        let mut waiting: Vec<usize> =
            (0..count).map(|v| self.edges.iter().filter(|edge| edge.to == v).count()).collect();
        let mut order: Vec<usize> = Vec::with_capacity(count);
        // The exit comes last; all others are taken as soon as nothing before them is left.
        while let Some(next) = (0..count)
            .find(|v| waiting[*v] == 0 && !order.contains(v) && (*v != *exit || order.len() + 1 == count))
        {
            order.push(next);
            for edge in self.edges.iter().filter(|edge| edge.from == next) {
                waiting[edge.to] -= 1;
            }
        }
        if order.len() < count {
            return Err("the edges of a dag must not form a cycle".to_owned());
        }
        let mut place = vec![0; count];
        for (new, old) in order.iter().enumerate() {
            place[*old] = new;
        }
        let edges = self.edges.into_iter().map(|edge| InterpolationEdge {
            from: place[edge.from],
            to: place[edge.to],
            names: edge.names,
        });
        let edges = edges.collect();
        let vertices = order.iter().map(|old| self.vertices[*old].clone()).collect();
        Ok(InterpolationDag { vertices, edges })
    }
}
