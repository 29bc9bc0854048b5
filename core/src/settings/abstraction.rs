//! Whether and by which templates interpolation is guided.

use super::{Choice, Value};
use crate::guide::InterpolationAbstraction;

impl Choice for InterpolationAbstraction {
    const ALL: &'static [InterpolationAbstraction] = &[
        InterpolationAbstraction::Auto,
        InterpolationAbstraction::Off,
        InterpolationAbstraction::Terms,
        InterpolationAbstraction::Octagons,
        InterpolationAbstraction::RelativeEquations,
        InterpolationAbstraction::RelativeInequalities,
        InterpolationAbstraction::PetriOrthogonal,
        InterpolationAbstraction::PetriAccelerated,
        InterpolationAbstraction::PetriIncreasing,
        InterpolationAbstraction::PetriAll,
        InterpolationAbstraction::User,
    ];

    fn value(self) -> &'static Value {
        match self {
            InterpolationAbstraction::Auto => &Value {
                name: "auto",
                label: "Auto",
                sentence: "Looks at what the loops change, and prefers interpolants about what stays the same. Your \
                           templates, if there are any, come first. Only the search for the cheapest templates is that of \
                           Acta'16, Sect. 7; most templates come from elsewhere.",
                reference: "affine hulls: Karr, Acta Informatica 1976; bounds with thresholds: template polyhedra, \
                            Sankaranarayanan, Sipma, Manna, VMCAI 2005; properties that all rounds keep: Houdini, Flanagan, \
                            Leino, FME 2001; phases: of our own, akin to the splitter predicates of Sharma, Dillig, Dillig, \
                            Aiken, CAV 2011; remainders: congruences, Granger, 1989",
            },
            InterpolationAbstraction::Off => &Value {
                name: "off",
                label: "Off",
                sentence: "Takes interpolants as the prover finds them.",
                reference: "Rümmer, Hojjat, Kuncak, CAV 2013",
            },
            InterpolationAbstraction::Terms => &Value {
                name: "term",
                label: "Terms",
                sentence: "Prefers interpolants about few arguments: each argument is a template.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (1)",
            },
            InterpolationAbstraction::Octagons => &Value {
                name: "oct",
                label: "Octagons",
                sentence: "Templates are arguments, and sums and differences of two.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (2)",
            },
            InterpolationAbstraction::RelativeEquations => &Value {
                name: "releqs",
                label: "Relative equations",
                sentence: "Templates are arguments, and differences that cancel how fast two arguments change.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (3)",
            },
            InterpolationAbstraction::RelativeInequalities => &Value {
                name: "relineqs",
                label: "Relative inequalities",
                sentence: "Bounds on arguments, and on differences that cancel how fast two arguments change.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 8.2, (4)",
            },
            InterpolationAbstraction::PetriOrthogonal => &Value {
                name: "petri1",
                label: "Nets: place invariants",
                sentence: "Bounds on the vectors of a basis: those that no action changes, for little, and others, for much.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (1)",
            },
            InterpolationAbstraction::PetriAccelerated => &Value {
                name: "petri2",
                label: "Nets: accelerated actions",
                sentence: "Every step of a sequence counts as any number of firings of its action, as far as that refutes it.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (2)",
            },
            InterpolationAbstraction::PetriIncreasing => &Value {
                name: "petri3",
                label: "Nets: increasing sequences",
                sentence: "Actions of a sequence that together take nothing away are looked for; bounds on what they do not \
                           change cost little, those on their effect much.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.3, ABS (3)",
            },
            InterpolationAbstraction::PetriAll => &Value {
                name: "petri-all",
                label: "Nets: all three",
                sentence: "The product of the three lattices for nets.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Sect. 9.4, ABS-all",
            },
            InterpolationAbstraction::User => &Value {
                name: "user",
                label: "Mine only",
                sentence: "Only the templates that you give, here or in the text.",
                reference: "Leroux, Rümmer, Subotić, Acta Informatica 2016, Def. 4 to 6",
            },
        }
    }
}
