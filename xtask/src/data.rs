//! Which data of the module only its parts speak of, as the linker tells: texts, tables and the like.
//!
//! The linker is asked to leave its symbols and relocations in the file (`--emit-relocs`). They say of each
//! piece of data which functions and which other data have its address. What only one part has, directly or
//! by other data, is data of that part. What can be written to stays where it is.

use std::collections::HashMap;
use std::ops::Range;

use anyhow::{Result, bail, ensure};
use wasmparser::{
    DataKind, KnownCustom, Linking, Operator, Parser, Payload, RelocationEntry, RelocationType, SymbolInfo,
    TypeRef,
};

/// Data that can't be written to is in a segment of this name.
const CONSTANT: &str = ".rodata";

/// Pieces that are as close to each other are moved as one: what is between them is the same in both places.
const GAP: usize = 16;

/// A stretch of memory, with what is there at the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub address: u32,
    pub bytes: Vec<u8>,
}

/// A piece of data that has a symbol.
#[derive(Debug)]
struct Piece {
    segment: usize,
    range: Range<u32>,
}

/// What the linker has left.
#[derive(Debug, Default)]
struct Linked<'a> {
    /// By the number of the symbol.
    pieces: HashMap<u32, Piece>,
    /// The name of each function, by its number.
    functions: HashMap<u32, &'a str>,
    /// Where the body of each function is, within the section of code.
    bodies: Vec<(Range<usize>, u32)>,
    /// Each segment: its address, its bytes, and where these are within the section of data.
    segments: Vec<(u32, &'a [u8], usize)>,
    /// The names of segments.
    names: Vec<&'a str>,
    /// Where the code, and where the data have addresses.
    code: Vec<RelocationEntry>,
    data: Vec<RelocationEntry>,
}

/// Who has the address of a piece of data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Owner {
    #[default]
    Nobody,
    Part(usize),
    /// The module that is loaded at once, or several parts.
    Module,
}

impl Owner {
    fn and(self, other: Owner) -> Owner {
        match (self, other) {
            (Owner::Nobody, owner) | (owner, Owner::Nobody) => owner,
            (one, other) if one == other => one,
            _ => Owner::Module,
        }
    }
}

/// The data of each part. `home` says of a function, by its symbol, which part it is in; none is the module.
pub fn of_parts(
    linked: &[u8],
    parts: usize,
    home: impl Fn(&str) -> Option<usize>,
) -> Result<Vec<Vec<Stretch>>> {
    let linked = Linked::read(linked)?;
    let owners = linked.owners(home);
    let mut stretches = vec![Vec::new(); parts];
    for (number, (address, bytes, _)) in linked.segments.iter().enumerate() {
        let mut of_bytes = vec![Owner::Nobody; bytes.len()];
        for (symbol, piece) in linked.pieces.iter().filter(|(_, piece)| piece.segment == number) {
            for of_byte in &mut of_bytes[piece.range.start as usize..piece.range.end as usize] {
                *of_byte = of_byte.and(owners[symbol]);
            }
        }
        for (part, stretches) in stretches.iter_mut().enumerate() {
            for range in ranges(&of_bytes, Owner::Part(part)) {
                let address = address + range.start as u32;
                stretches.push(Stretch { address, bytes: bytes[range].to_vec() });
            }
        }
    }
    Ok(stretches)
}

/// Where the bytes of an owner are; with what is between them, if that is little and nobody's.
fn ranges(of_bytes: &[Owner], owner: Owner) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in of_bytes.iter().enumerate().filter(|(_, of_byte)| **of_byte == owner) {
        match ranges.last_mut() {
            Some(last)
                if at - last.end <= GAP && of_bytes[last.end..at].iter().all(|of| *of == Owner::Nobody) =>
            {
                last.end = at + 1;
            }
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

impl<'a> Linked<'a> {
    fn read(bytes: &'a [u8]) -> Result<Linked<'a>> {
        let mut linked = Linked::default();
        let (mut section, mut code, mut data) = (0, (None, 0), (None, 0));
        let (mut imported, mut defined) = (0, 0);
        let mut relocations = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload?;
            // Relocations name sections by their numbers; the parts of the section of code are no sections.
            let is_section =
                payload.as_section().is_some() && !matches!(payload, Payload::CodeSectionEntry(_));
            match payload {
                Payload::ImportSection(reader) => {
                    for import in reader.into_imports() {
                        imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::CodeSectionStart { range, .. } => code = (Some(section), range.start),
                Payload::CodeSectionEntry(body) => {
                    let range = body.range();
                    linked.bodies.push((range.start - code.1..range.end - code.1, imported + defined));
                    defined += 1;
                }
                Payload::DataSection(reader) => {
                    data = (Some(section), reader.range().start);
                    for segment in reader {
                        let segment = segment?;
                        let address = match segment.kind {
                            DataKind::Active { offset_expr, .. } => {
                                match offset_expr.get_operators_reader().read()? {
                                    Operator::I32Const { value } => value.cast_unsigned(),
                                    other => bail!("a segment of data begins at {other:?}"),
                                }
                            }
                            DataKind::Passive => bail!("a segment of data has no address"),
                        };
                        let begin = segment.range.end - segment.data.len() - data.1;
                        linked.segments.push((address, segment.data, begin));
                    }
                }
                Payload::CustomSection(custom) => match custom.as_known() {
                    KnownCustom::Reloc(reader) => relocations.push(reader),
                    KnownCustom::Linking(reader) => {
                        for subsection in reader {
                            linked.symbols(subsection?)?;
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            section += u32::from(is_section);
        }
        for reader in relocations {
            let entries = reader.entries().into_iter().collect::<Result<Vec<_>, _>>()?;
            if Some(reader.section_index()) == code.0 {
                linked.code = entries;
            } else if Some(reader.section_index()) == data.0 {
                linked.data = entries;
            }
        }
        ensure!(!linked.pieces.is_empty() && !linked.code.is_empty(), "the linker has left no symbols");
        Ok(linked)
    }

    fn symbols(&mut self, subsection: Linking<'a>) -> Result<()> {
        match subsection {
            Linking::SegmentInfo(segments) => {
                for segment in segments {
                    self.names.push(segment?.name);
                }
            }
            Linking::SymbolTable(symbols) => {
                for (number, symbol) in (0..).zip(symbols) {
                    match symbol? {
                        SymbolInfo::Func { index, name: Some(name), .. } => {
                            self.functions.insert(index, name);
                        }
                        SymbolInfo::Data { symbol: Some(place), .. } => {
                            let range = place.offset..place.offset + place.size;
                            let segment = place.index as usize;
                            self.pieces.insert(number, Piece { segment, range });
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Who has the address of each piece.
    fn owners(&self, home: impl Fn(&str) -> Option<usize>) -> HashMap<u32, Owner> {
        let mut owners: HashMap<u32, Owner> = HashMap::new();
        for (symbol, piece) in &self.pieces {
            let is_constant = self.names.get(piece.segment).is_some_and(|name| name.starts_with(CONSTANT));
            owners.insert(*symbol, if is_constant { Owner::Nobody } else { Owner::Module });
        }
        let mut starts: Vec<(&Range<usize>, u32)> =
            self.bodies.iter().map(|(range, f)| (range, *f)).collect();
        starts.sort_by_key(|(range, _)| range.start);
        for entry in self.code.iter().filter(|entry| is_address(entry.ty)) {
            let after = starts.partition_point(|(range, _)| range.start <= entry.offset as usize);
            let function = after.checked_sub(1).and_then(|at| self.functions.get(&starts[at].1));
            let owner = function.and_then(|name| home(name)).map_or(Owner::Module, Owner::Part);
            let of = owners.entry(entry.index).or_default();
            *of = of.and(owner);
        }
        // Data that has the address of other data passes its owner on.
        let mut at: Vec<(usize, usize, u32)> = self
            .pieces
            .iter()
            .filter_map(|(symbol, piece)| {
                let begin = self.segments.get(piece.segment)?.2;
                Some((begin + piece.range.start as usize, begin + piece.range.end as usize, *symbol))
            })
            .collect();
        at.sort_unstable();
        let mut passed: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut next: Vec<u32> = Vec::new();
        for entry in self.data.iter().filter(|entry| is_address(entry.ty)) {
            let place = entry.offset as usize;
            let after = at.partition_point(|(begin, ..)| *begin <= place);
            match after.checked_sub(1).map(|before| at[before]).filter(|(_, end, _)| place < *end) {
                Some((.., symbol)) => passed.entry(symbol).or_default().push(entry.index),
                None => {
                    owners.insert(entry.index, Owner::Module);
                }
            }
        }
        next.extend(owners.keys().copied());
        while let Some(symbol) = next.pop() {
            let owner = owners[&symbol];
            for to in passed.get(&symbol).into_iter().flatten() {
                let of = owners.entry(*to).or_default();
                if of.and(owner) != *of {
                    *of = of.and(owner);
                    next.push(*to);
                }
            }
        }
        owners
    }
}

/// Whether a relocation is the address of data.
fn is_address(ty: RelocationType) -> bool {
    use RelocationType as Type;
    matches!(ty, Type::MemoryAddrLeb | Type::MemoryAddrSleb | Type::MemoryAddrI32 | Type::MemoryAddrRelSleb)
}
