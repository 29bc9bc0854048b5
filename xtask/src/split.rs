//! Takes parts out of the WebAssembly module that are loaded when something of them is called for the first
//! time ([ADR 18](../../docs/adr/0018-parts-of-the-module.md)).
//!
//! `web/parts.txt` says which functions a part has, in the names of Rust's modules, types and functions; what
//! is called from one part only goes with it. In the module that is loaded at once, each function of a part
//! that is called from outside of it, or has a place in the table of functions, leaves a stand-in. That has
//! the part loaded (`web/loader/parts.js`), which puts its functions into their places in the table, and then
//! calls the one in its own place. Data go with the part that alone speaks of them ([`data`]). A part has no
//! memory and no table of its own: it borrows those of the module, and whatever functions of it it calls.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result};
use walrus::ir::{UnaryOp, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportedFunction, Module, ModuleConfig, TableId, ValType,
};

use crate::data::{self, Stretch};
use crate::parts::{Parts, plain};

/// What a part borrows, it imports from a module of this name.
const LENDER: &str = "m";

/// A function that is no larger than a stand-in is not worth one; and the compiler uses one such function in
/// the place of many.
const SMALL: usize = 48;

/// The function that has a part loaded, as `hornbook-web` exports it.
const LOAD: &str = "load_part";

/// The name by which the module lends its memory. Tables and globals have their kind and number.
const MEMORY: &str = "m0";

/// The module without its parts, and the parts in the order of the list.
#[derive(Debug)]
pub struct Split {
    pub first: Vec<u8>,
    pub parts: Vec<Vec<u8>>,
    /// The paths of the list that no function is in.
    pub stale: Vec<String>,
}

/// Takes the parts out of a module, whose functions must still have their symbols. `linked` is the module as
/// the linker has left it.
pub fn split(whole: &[u8], linked: &[u8], parts: &Parts) -> Result<Split> {
    split_with(whole, parts, |homes| {
        data::of_parts(linked, parts.len(), |symbol| homes.get(symbol).copied().flatten())
    })
}

/// The same; the data of each part are known once it is known where each function is, by its symbol.
fn split_with(
    whole: &[u8],
    parts: &Parts,
    data: impl FnOnce(&HashMap<&str, Option<usize>>) -> Result<Vec<Vec<Stretch>>>,
) -> Result<Split> {
    let mut first = copy(whole)?;
    if parts.is_empty() {
        return Ok(Split { first: first.emit_wasm(), parts: Vec::new(), stale: Vec::new() });
    }
    let mut plan = Plan::new(&first, parts)?;
    let symbols = first.funcs.iter().map(|function| function.name.as_deref().unwrap_or_default());
    plan.data = data(&symbols.zip(plan.homes.iter().copied()).collect())?;
    let pieces = (0..parts.len()).map(|part| plan.take_out(whole, part)).collect::<Result<_>>()?;
    plan.shorten(&mut first)?;
    Ok(Split { first: first.emit_wasm(), parts: pieces, stale: plan.stale })
}

/// Which function goes where. Functions go by their numbers, which are the same in every copy of the module.
struct Plan {
    /// The part of each function; none is the module that is loaded at once.
    homes: Vec<Option<usize>>,
    /// The places in the table of those functions of parts that are called from elsewhere. The first place
    /// of each is the one that its stand-in calls.
    places: BTreeMap<usize, Vec<u32>>,
    /// The functions at home in the module, or with a stand-in there, that some part calls, and their names
    /// for that: short ones, since there are thousands.
    lent: BTreeMap<usize, String>,
    /// The size of the table, with the places that were added.
    table_size: u64,
    /// The data of each part.
    data: Vec<Vec<Stretch>>,
    /// The paths of the list that no function is in.
    stale: Vec<String>,
}

impl Plan {
    fn new(module: &Module, parts: &Parts) -> Result<Plan> {
        let names: Vec<String> =
            module.funcs.iter().map(|function| plain(function.name.as_deref().unwrap_or_default())).collect();
        let stale = parts.unused(&names).into_iter().map(str::to_owned).collect();
        let calls: Vec<Vec<usize>> = module.funcs.iter().map(|function| calls(&function.kind)).collect();
        let mut places = places(module)?;

        let homes = homes(module, parts, &names, &calls, &places);

        let mut lent = BTreeSet::new();
        let mut table_size = function_table(module)?.1;
        places.retain(|function, _| homes[*function].is_some());
        for (caller, called) in calls.iter().enumerate() {
            for called in called.iter().filter(|called| homes[**called] != homes[caller]) {
                if homes[caller].is_some() {
                    lent.insert(*called);
                }
                if homes[*called].is_some() && !places.contains_key(called) {
                    places.insert(*called, vec![u32::try_from(table_size)?]);
                    table_size += 1;
                }
            }
        }
        let lent = (0..).zip(lent).map(|(number, function)| (function, short(number))).collect();
        Ok(Plan { homes, places, lent, table_size, data: Vec::new(), stale })
    }

    /// A part as a module of its own, made of a copy of the whole one.
    fn take_out(&self, whole: &[u8], part: usize) -> Result<Vec<u8>> {
        let mut module = copy(whole)?;
        module.start = None;
        // What the module imports, the part borrows as well.
        let imports: Vec<_> = module.imports.iter().map(walrus::Import::id).collect();
        for import in imports {
            module.imports.delete(import);
        }
        let exports: Vec<_> = module.exports.iter().map(walrus::Export::id).collect();
        for export in exports {
            module.exports.delete(export);
        }
        let elements: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
        for element in elements {
            module.elements.delete(element);
        }
        let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
        for data in data {
            module.data.delete(data);
        }
        for memory in module.memories.iter_mut() {
            memory.data_segments.clear();
            memory.import = Some(module.imports.add(LENDER, MEMORY, memory.id()));
        }
        let memory = module.get_memory_id()?;
        for Stretch { address, bytes } in &self.data[part] {
            let offset = ConstExpr::Value(Value::I32(address.cast_signed()));
            let data = module.data.add(DataKind::Active { memory, offset }, bytes.clone());
            module.memories.get_mut(memory).data_segments.insert(data);
        }
        let (table, _) = function_table(&module)?;
        for other in module.tables.iter_mut() {
            other.elem_segments.clear();
            if other.id() == table {
                (other.initial, other.maximum) = (self.table_size, Some(self.table_size));
            }
            let name = table_name(other.id().index());
            other.import = Some(module.imports.add(LENDER, &name, other.id()));
        }
        let globals: Vec<_> = module.globals.iter().map(walrus::Global::id).collect();
        for id in globals {
            let import = module.imports.add(LENDER, &global_name(id.index()), id);
            module.globals.get_mut(id).kind = GlobalKind::Import(import);
        }
        let ids: Vec<FunctionId> = module.funcs.iter().map(walrus::Function::id).collect();
        for id in &ids {
            if self.homes[id.index()] != Some(part) {
                // What nobody in the part calls is not lent, and will not be imported.
                let name = self.lent.get(&id.index()).map_or("", String::as_str);
                let import = module.imports.add(LENDER, name, *id);
                let function = module.funcs.get_mut(*id);
                function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
            }
        }
        for (place, functions) in self.stretches(part) {
            let functions = functions.into_iter().map(|function| ids[function]).collect();
            let offset = ConstExpr::Value(Value::I32(place.cast_signed()));
            let element = module
                .elements
                .add(ElementKind::Active { table, offset }, ElementItems::Functions(functions));
            module.tables.get_mut(table).elem_segments.insert(element);
        }
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    /// The functions of a part that have places in the table, as stretches of places that follow each other.
    fn stretches(&self, part: usize) -> Vec<(u32, Vec<usize>)> {
        let of_part = self.places.iter().filter(|(function, _)| self.homes[**function] == Some(part));
        let by_place: BTreeMap<u32, usize> =
            of_part.flat_map(|(function, places)| places.iter().map(|place| (*place, *function))).collect();
        let mut stretches: Vec<(u32, Vec<usize>)> = Vec::new();
        for (place, function) in by_place {
            match stretches.last_mut() {
                Some((begin, functions)) if *begin as usize + functions.len() == place as usize => {
                    functions.push(function);
                }
                _ => stretches.push((place, vec![function])),
            }
        }
        stretches
    }

    /// Puts stand-ins into the place of functions of parts, and lends what the parts borrow.
    fn shorten(&self, module: &mut Module) -> Result<()> {
        let load = module.exports.get_func(LOAD).context("the module does not say how to load its parts")?;
        let (table, _) = function_table(module)?;
        let parts = self.homes.iter().flatten().max().map_or(0, |last| last + 1);
        let loaded: Vec<_> = (0..parts)
            .map(|_| {
                let not_yet = ConstExpr::Value(Value::I32(0));
                module.globals.add_local(ValType::I32, true, false, not_yet)
            })
            .collect();
        let ids: Vec<FunctionId> = module.funcs.iter().map(walrus::Function::id).collect();
        for (function, places) in &self.places {
            let (id, Some(part)) = (ids[*function], self.homes[*function]) else { continue };
            let ty = module.funcs.get(id).ty();
            let (parameters, results) = module.types.params_results(ty);
            let (parameters, results) = (parameters.to_vec(), results.to_vec());
            let arguments: Vec<_> = parameters.iter().map(|ty| module.locals.add(*ty)).collect();
            let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
            let mut body = builder.func_body();
            body.global_get(loaded[part]).unop(UnaryOp::I32Eqz).if_else(
                None,
                |then| {
                    then.i32_const(i32::try_from(part).unwrap_or_default()).call(load);
                    then.i32_const(1).global_set(loaded[part]);
                },
                |_| {},
            );
            for argument in &arguments {
                body.local_get(*argument);
            }
            body.i32_const(places[0].cast_signed()).call_indirect(ty, table);
            module.funcs.get_mut(id).kind = FunctionKind::Local(builder.local_func(arguments));
        }
        // New places in the table have their stand-ins from the beginning.
        let added = module.tables.get(table).initial;
        let mut at_end: Vec<(u32, FunctionId)> = Vec::new();
        for (function, places) in &self.places {
            at_end.extend(
                places
                    .iter()
                    .filter(|place| u64::from(**place) >= added)
                    .map(|place| (*place, ids[*function])),
            );
        }
        at_end.sort_by_key(|(place, _)| *place);
        let stand_ins = at_end.into_iter().map(|(_, id)| id).collect();
        let offset = ConstExpr::Value(Value::I32(i32::try_from(added)?));
        let element =
            module.elements.add(ElementKind::Active { table, offset }, ElementItems::Functions(stand_ins));
        let grown = module.tables.get_mut(table);
        grown.elem_segments.insert(element);
        (grown.initial, grown.maximum) = (self.table_size, Some(self.table_size));

        let all: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
        for data in all {
            let data = module.data.get_mut(data);
            let DataKind::Active { offset: ConstExpr::Value(Value::I32(begin)), .. } = data.kind else {
                continue;
            };
            let begin = begin.cast_unsigned();
            for Stretch { address, bytes } in self.data.iter().flatten() {
                let at = address.checked_sub(begin).map(|at| at as usize);
                if let Some(moved) = at.and_then(|at| data.value.get_mut(at..at + bytes.len())) {
                    moved.fill(0);
                }
            }
        }
        let memory = module.get_memory_id()?;
        module.exports.add(MEMORY, memory);
        let tables: Vec<_> = module.tables.iter().map(walrus::Table::id).collect();
        for table in tables {
            module.exports.add(&table_name(table.index()), table);
        }
        let globals: Vec<_> = module.globals.iter().map(walrus::Global::id).collect();
        for global in globals.into_iter().filter(|global| !loaded.contains(global)) {
            module.exports.add(&global_name(global.index()), global);
        }
        for (function, name) in &self.lent {
            module.exports.add(name, ids[*function]);
        }
        walrus::passes::gc::run(module);
        Ok(())
    }
}

/// Where each function is at home: what the module reaches without entering what is listed for a part, in the
/// module; what only one part reaches, in that part; what several reach, in the module, too.
fn homes(
    module: &Module,
    parts: &Parts,
    names: &[String],
    calls: &[Vec<usize>],
    places: &BTreeMap<usize, Vec<u32>>,
) -> Vec<Option<usize>> {
    let is_import: Vec<bool> =
        module.funcs.iter().map(|function| matches!(function.kind, FunctionKind::Import(_))).collect();
    let mut is_root = vec![false; names.len()];
    for export in module.exports.iter() {
        if let walrus::ExportItem::Function(function) = export.item {
            is_root[function.index()] = true;
        }
    }
    if let Some(start) = module.start {
        is_root[start.index()] = true;
    }
    let size = |function: &walrus::Function| match &function.kind {
        FunctionKind::Local(local) => local.original_range.as_ref().map_or(0, ExactSizeIterator::len),
        _ => 0,
    };
    let sizes: Vec<usize> = module.funcs.iter().map(size).collect();
    let is_large = |index: &usize| sizes[*index] > SMALL;
    let listed: Vec<Option<usize>> = (0..names.len())
        .map(|index| parts.of(&names[index]).filter(|_| is_large(&index) && !is_root[index]))
        .collect();
    // What is only in the table goes by the types that it speaks of, unless the module calls it as well.
    let in_table: Vec<Option<usize>> = (0..names.len())
        .map(|index| {
            let in_table = places.contains_key(&index) && is_large(&index);
            in_table.then(|| parts.of_table_entry(&names[index])).flatten()
        })
        .collect();
    let at_once: Vec<usize> = (0..names.len())
        .filter(|index| {
            is_root[*index]
                || (places.contains_key(index) && listed[*index].is_none() && in_table[*index].is_none())
        })
        .collect();
    let first = reached(calls, &listed, None, at_once);
    let of_parts: Vec<Vec<bool>> = (0..parts.len())
        .map(|part| {
            let seeds = (0..names.len())
                .filter(|index| !first[*index] && listed[*index].or(in_table[*index]) == Some(part));
            reached(calls, &listed, Some(part), seeds.collect())
        })
        .collect();
    (0..names.len())
        .map(|index| {
            if first[index] || is_import[index] {
                return None;
            }
            let mut by = (0..parts.len()).filter(|part| of_parts[*part][index]);
            let part = by.next()?;
            (by.next().is_none() || listed[index].is_some()).then_some(listed[index].unwrap_or(part))
        })
        .collect()
}

/// What is reached from some functions by calls, without entering what is listed for another home.
fn reached(
    calls: &[Vec<usize>],
    listed: &[Option<usize>],
    home: Option<usize>,
    from: Vec<usize>,
) -> Vec<bool> {
    let mut reached = vec![false; calls.len()];
    let mut next = from;
    while let Some(function) = next.pop() {
        if !std::mem::replace(&mut reached[function], true) {
            let may_enter = |called: &&usize| listed[**called].is_none() || listed[**called] == home;
            next.extend(calls[function].iter().filter(may_enter));
        }
    }
    reached
}

/// A copy of the whole module, which will not tell the symbols of its functions.
fn copy(whole: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    let mut module = config.generate_name_section(false).generate_producers_section(false).parse(whole)?;
    // What the linker has left is of no use to anyone any more.
    let customs: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for custom in customs {
        module.customs.delete(custom);
    }
    Ok(module)
}

/// The functions that a function names, each once.
fn calls(kind: &FunctionKind) -> Vec<usize> {
    struct Calls(BTreeSet<usize>);
    impl Visitor<'_> for Calls {
        fn visit_function_id(&mut self, function: &FunctionId) {
            self.0.insert(function.index());
        }
    }
    let mut calls = Calls(BTreeSet::new());
    if let FunctionKind::Local(function) = kind {
        dfs_in_order(&mut calls, function, function.entry_block());
    }
    calls.0.into_iter().collect()
}

/// The table through which functions are called, and its size.
fn function_table(module: &Module) -> Result<(TableId, u64)> {
    let table = module.tables.main_function_table()?.context("the module has no table of functions")?;
    Ok((table, module.tables.get(table).initial))
}

/// The places that functions have in that table.
fn places(module: &Module) -> Result<BTreeMap<usize, Vec<u32>>> {
    let (table, _) = function_table(module)?;
    let mut places: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for element in module.elements.iter() {
        let ElementKind::Active { table: of, offset: ConstExpr::Value(Value::I32(offset)) } = element.kind
        else {
            continue;
        };
        if let (true, ElementItems::Functions(functions)) = (of == table, &element.items) {
            for (place, function) in (offset.cast_unsigned()..).zip(functions) {
                places.entry(function.index()).or_default().push(place);
            }
        }
    }
    Ok(places)
}

/// A short name for a number, beginning with a digit: nothing else that is exported does.
fn short(number: usize) -> String {
    const DIGITS: [u8; 62] = *b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = char::from(DIGITS[number % 10]).to_string();
    let mut rest = number / 10;
    while rest > 0 {
        name.push(char::from(DIGITS[rest % 62]));
        rest /= 62;
    }
    name
}

fn table_name(index: usize) -> String {
    format!("t{index}")
}

fn global_name(index: usize) -> String {
    format!("g{index}")
}

#[cfg(test)]
mod tests {
    use walrus::{ExportItem, RefType};

    use super::*;

    /// Functions that return numbers, by their names: one that calls another, one in a table, and what they
    /// call.
    fn whole() -> Vec<u8> {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        module.exports.add("memory", memory);
        let offset = ConstExpr::Value(Value::I32(16));
        let data = module.data.add(DataKind::Active { memory, offset }, vec![6, 7, 8, 9, 10]);
        module.memories.get_mut(memory).data_segments.insert(data);
        let (ty, import) = (module.types.add(&[ValType::I32], &[]), "host");
        let (host, _) = module.add_import_func(import, "wait", ty);
        let mut function = |name: &str, parameters: &[ValType], calls: &[(FunctionId, i32)]| {
            let mut builder = FunctionBuilder::new(&mut module.types, parameters, &[]);
            builder.name(name.to_owned());
            let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect();
            for (called, argument) in calls {
                builder.func_body().i32_const(*argument).call(*called);
            }
            builder.finish(arguments, &mut module.funcs)
        };
        let one = [ValType::I32];
        let load = function("ours::load", &one, &[(host, 1)]);
        let common = function("lib::common", &one, &[(host, 2)]);
        let own = function("lib::own", &one, &[(common, 3)]);
        let many: Vec<_> = (0..16).map(|_| (own, 7)).collect();
        let run = [&many[..], &[(common, 5), (host, 6)]].concat();
        let part = function("<ours::nets::Net as lib::Run>::run", &one, &run);
        let listed = function("core::ptr::drop_in_place::<ours::nets::Net>", &one, &many);
        let main = function("ours::main", &[], &[(part, 8), (common, 9)]);
        // A table of what is JavaScript's, which the part looks into.
        let objects = module.tables.add_local(false, 0, None, RefType::EXTERNREF);
        let body = module.funcs.get_mut(part).kind.unwrap_local_mut();
        let entry = body.entry_block();
        body.builder_mut().instr_seq(entry).i32_const(0).table_get(objects).drop();
        module.exports.add(LOAD, load);
        module.exports.add("main", main);
        let table = module.tables.add_local(false, 3, Some(3), RefType::FUNCREF);
        let offset = ConstExpr::Value(Value::I32(1));
        let kind = ElementKind::Active { table, offset };
        let element = module.elements.add(kind, ElementItems::Functions(vec![common, listed]));
        module.tables.get_mut(table).elem_segments.insert(element);
        module.exports.add("table", table);
        module.emit_wasm()
    }

    fn counted(wasm: &[u8]) -> (usize, usize) {
        // Reading validates.
        let module = Module::from_buffer(wasm).expect("a valid module");
        let locals = module.funcs.iter_local().count();
        (locals, module.imports.iter().count())
    }

    #[test]
    fn a_part_has_what_is_listed_and_what_only_that_calls() {
        let parts = Parts::read("[nets]\nours::nets").unwrap();
        let moved = Stretch { address: 18, bytes: vec![8, 9] };
        let data = |homes: &HashMap<&str, Option<usize>>| {
            assert_eq!((homes["ours::main"], homes["lib::own"]), (None, Some(0)));
            Ok(vec![vec![moved.clone()]])
        };
        let Split { first, parts, .. } = split_with(&whole(), &parts, data).unwrap();
        // The stand-ins of the two that are called from elsewhere, and those that stay.
        assert_eq!(counted(&first), (5, 1));
        // What it borrows: the memory, the two tables, and two functions.
        assert_eq!(counted(&parts[0]), (3, 5));
        let lent = Module::from_buffer(&first).unwrap();
        let part = Module::from_buffer(&parts[0]).unwrap();
        for import in part.imports.iter() {
            let export = lent.exports.iter().find(|export| export.name == import.name);
            assert!(export.is_some() && import.module == LENDER, "{} is not lent", import.name);
        }
        let functions = |module: &Module| {
            module.exports.iter().filter(|export| matches!(export.item, ExportItem::Function(_))).count()
        };
        assert_eq!((functions(&lent), functions(&part)), (4, 0));
        let bytes = |module: &Module| module.data.iter().next().unwrap().value.clone();
        assert_eq!((bytes(&lent), bytes(&part)), (vec![6, 7, 0, 0, 10], vec![8, 9]));
        let table = lent.tables.main_function_table().unwrap().unwrap();
        assert_eq!(
            lent.tables.get(table).initial,
            4,
            "one place for the one that is called and was not in the table"
        );
    }

    #[test]
    fn without_parts_the_module_is_whole() {
        let Split { first, parts, .. } = split(&whole(), &[], &Parts::default()).unwrap();
        assert_eq!(counted(&first), counted(&whole()));
        assert!(parts.is_empty());
    }
}
