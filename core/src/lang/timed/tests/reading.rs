//! XTA and XML say the same, benchmarks of others are read, and questions come from where they stand.

use super::*;

/// The pedestrian crossing as UPPAAL would store it.
pub(super) const PEDESTRIAN_XML: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.1//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_1.dtd'>
<nta>
  <declaration>clock y, x; int w = 0, g = 0; chan press; // global</declaration>
  <template>
    <name>Light</name>
    <location id="id0" x="0" y="0"><name x="1" y="2">Red</name></location>
    <location id="id1"><name>Pressed</name><label kind="invariant">x &lt;= 5</label></location>
    <location id="id2"><name>Green</name></location>
    <location id="id3"><name>Blink</name><label kind="invariant">x &lt;= 3</label></location>
    <init ref="id0"/>
    <transition><source ref="id0"/><target ref="id1"/>
      <label kind="synchronisation">press?</label><label kind="assignment">x = 0</label></transition>
    <transition><source ref="id1"/><target ref="id2"/><label kind="assignment">x = 0, g = 1</label></transition>
    <transition><source ref="id2"/><target ref="id3"/>
      <label kind="guard">x &gt;= 5</label><label kind="assignment">x = 0, g = 2</label></transition>
    <transition><source ref="id3"/><target ref="id0"/>
      <label kind="guard">x == 3</label><label kind="assignment">g = 0</label></transition>
  </template>
  <template>
    <name>Pedestrian</name>
    <location id="id4"><name>Stand</name></location>
    <location id="id5"><name>Wait</name></location>
    <location id="id6"><name>Walk</name><label kind="invariant">y &lt;= 2</label></location>
    <init ref="id4"/>
    <transition><source ref="id4"/><target ref="id5"/>
      <label kind="guard">g == 0</label><label kind="synchronisation">press!</label></transition>
    <transition><source ref="id5"/><target ref="id4"/><label kind="guard">g == 0</label></transition>
    <transition><source ref="id5"/><target ref="id6"/>
      <label kind="guard">g == 1</label><label kind="assignment">y = 0, w = 1</label></transition>
    <transition><source ref="id4"/><target ref="id6"/>
      <label kind="guard">g == 1</label><label kind="assignment">y = 0, w = 1</label></transition>
    <transition><source ref="id6"/><target ref="id4"/><label kind="assignment">y = 0, w = 0</label></transition>
  </template>
  <system>system Light, Pedestrian;</system>
  <queries><query><formula>A[] not (w == 1 &amp;&amp; g == 0)</formula><comment/></query></queries>
</nta>
"#;

#[test]
fn xml_says_the_same_as_xta() {
    for encoding in [Encoding::Product, Encoding::OwickiGries, Encoding::RelyGuarantee] {
        let (one, other) = (network(PEDESTRIAN, encoding), network(PEDESTRIAN_XML, encoding));
        assert_eq!(house::print(one.problem()), house::print(other.problem()));
    }
    assert_eq!(Language::detect(PEDESTRIAN_XML), Language::Timed);
    assert_eq!(Language::detect(PEDESTRIAN), Language::Timed);
    // Places are those of the file, escapes and all.
    let model = network(PEDESTRIAN_XML, Encoding::Product);
    let span = model.question.as_ref().unwrap().span;
    assert_eq!(&PEDESTRIAN_XML[span.start as usize..span.end as usize], "A[] not (w == 1 &amp;&amp; g == 0)");
}

/// What the files of others use: selections, arrays of channels, parameters of bounded types, committed
/// locations, undirected synchronisations with their lists of channels.
#[test]
fn constructs_of_benchmarks_are_read() {
    let bus = "const int N = 2; const int S = 26; typedef int[1,N] pid_t; chan begin, cdi[pid_t];
        process Bus() { int [1,N+1] j = 1; clock y; state Idle, Collision { y < S }, Loop; commit Loop; init Idle;
          trans Idle->Collision { sync begin!; assign y = 0; }, Collision->Loop { guard y < S; assign j = 1; },
            Loop->Idle { guard j==N+1 && y<S; assign y=0, j=1; },
            Loop->Loop { select pid : pid_t; guard j == pid; sync cdi[pid]!; assign j++; }; }
        process Station(const pid_t pid) { clock x; state Wait, Start { x <= 808 }; init Wait;
          trans Wait->Start { sync begin?; assign x = 0; }, Start->Wait { guard x < S; sync cdi[pid]?; },
            -> Start { sync cdi[pid]?; }; }
        system Bus, Station;
        // query: A[] not (Station(1).Start and Station(2).Start)";
    let model = network(bus, Encoding::OwickiGries);
    let names: Vec<&str> = model.network.automata.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["Bus", "Station(1)", "Station(2)"]);
    // The selection has two edges, and the second edge from `Start` does not repeat its source.
    assert_eq!(model.network.automata[0].edges.len(), 5);
    assert_eq!(model.network.automata[1].edges[2].from, 1);
    let ring = "chan T[int[1,2]];
        process Member(const int[1,2] i) { state q0, q1; init q0; trans q0 -> q1 { sync T[i]; }; }
        process Ring() { state r0, r1, error; init r0; trans r0 -> r1 { sync T[1]; }, r1 -> error { sync T[2]; }; }
        P1 := Member(1); P2 := Member(2); system Ring, P1, P2;
        IO P1 { T[1] } IO Ring { T[1], T[2] }";
    let model = network(ring, Encoding::Product);
    assert_eq!(model.network.pairs().len(), 2);
    assert!(matches!(solve(&model, 5_000_000), Answer::Unsafe(Account::Real(_))));
}

/// Texts for UPPAAL before version 4: constants without a type, parameters without a sign for references,
/// guards with commas, processes without parentheses. They say the same as today's.
#[test]
fn texts_of_older_versions_are_read() {
    let old = "const N 2, low -1; int v := 1; chan go, stop; clock c;
        process P(int w; const k, m; chan a, b; clock x) { state s { x<=k }, t; commit t; init s;
          trans s -> t { guard w==low+2, x>=N; sync a!; assign x:=0, w:=w+m; }, t -> s { sync b?; }; }
        process Q { const K 3; state s, error; init s;
          trans s -> s { sync go?; }, s -> s { sync stop!; }, s -> error { guard v>=K; }; }
        R := P(v, 5, 2, go, stop, c); S := Q();
        system R, S;";
    let new = "const int N = 2, low = -1; int v = 1; chan go, stop; clock c;
        process P(int &w, const int k, const int m, chan &a, chan &b, clock &x) {
          state s { x <= k }, t; commit t; init s;
          trans s -> t { guard w == low + 2 && x >= N; sync a!; assign x = 0, w = w + m; }, t -> s { sync b?; }; }
        process Q() { const int K = 3; state s, error; init s;
          trans s -> s { sync go?; }, s -> s { sync stop!; }, s -> error { guard v >= K; }; }
        R = P(v, 5, 2, go, stop, c); S = Q();
        system R, S;";
    let (one, other) = (network(old, Encoding::Product), network(new, Encoding::Product));
    assert_eq!(house::print(one.problem()), house::print(other.problem()));
    assert!(matches!(solve(&one, 5_000_000), Answer::Unsafe(Account::Real(_))));
}

#[test]
fn questions_come_from_where_they_stand() {
    let asked = |text: &str| network(text, Encoding::Product).question.unwrap().text;
    assert_eq!(asked(PEDESTRIAN), "A[] not (w == 1 and g == 0)");
    assert_eq!(asked(&with_query(PEDESTRIAN, "E<>  Light.Green")), "E<> Light.Green");
    assert_eq!(asked(&with_query(PEDESTRIAN_XML, "E<> Light.Green")), "E<> Light.Green");
    assert_eq!(queries_of_file("//a\n/* b\n*/\nA[] x\n\nE<> y // z\n"), ["A[] x", "E<> y"]);
    // Possibly: a derivation is a way to get there.
    match solve(&network(&with_query(PEDESTRIAN, "E<> Light.Blink and w == 1"), Encoding::Product), 5_000_000)
    {
        Answer::Unsafe(Account::Real(run)) => {
            assert!(run.sentence.contains("holds: such a state is reached"), "{run:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_picture_has_everything_that_is_written() {
    let model = network(PEDESTRIAN, Encoding::OwickiGries);
    let picture = model.picture();
    assert_eq!((picture.groups.len(), picture.nodes.len(), picture.edges.len()), (2, 7, 9));
    assert_eq!(picture.nodes[1].lines, ["x <= 5"]);
    assert_eq!(picture.edges[4].lines, ["g == 0", "press!"]);
    // The edge between Wait and Walk has one clause for each automaton.
    assert_eq!(picture.edges[6].clauses.len(), 2);
    let ids: crate::order::Set<_> =
        picture.nodes.iter().map(|n| n.part).chain(picture.edges.iter().map(|e| e.part)).collect();
    assert_eq!(ids.len(), 16);
}

#[test]
fn a_network_can_be_played() {
    let model = network(PEDESTRIAN, Encoding::Product);
    let play = model.play(&[]).unwrap();
    let labels: Vec<&str> = play.moves.iter().map(|step| step.label.as_str()).collect();
    assert_eq!(labels, ["Pedestrian: Stand → Wait and Light: Red → Pressed by press", "1 time unit passes"]);
    let play = model.play(&[0, 0]).unwrap();
    assert_eq!(play.run.rows.len(), 3);
}

/// Clauses are printed with their groups, and read back as the same.
#[test]
fn clauses_come_with_comments() {
    let model = network(PEDESTRIAN, Encoding::RelyGuarantee);
    let text = model.translated(Language::House).unwrap();
    assert!(text.contains("% what the environment does is tolerated (HC_rely): 2\n"), "{text}");
    assert!(text.contains("% what an automaton does is known to the others (HC_guarantee): 9\n"), "{text}");
    let (read, diagnostics) = house::parse(&text);
    assert_eq!(diagnostics, []);
    assert!(model.problem().same_as(&read), "{text}");
}

/// Whatever was read is written as XTA that says the same.
#[test]
fn networks_survive_printing_and_reading() {
    let rich = "const int N = 2; typedef int[1, N] pid_t; int[0, N] id = 0, turn := 1; bool b = true;\n\
                chan go, cdi[pid_t]; urgent chan hurry; clock g;\n\
                process Bus(int[0, 3] k) { int j = 1; clock y; state a { y < 5 }, b, c; commit c; urgent b; init a;\n\
                trans a -> b { select i : pid_t; guard j == i && (y >= 2 || g - y < 1) and not b; sync cdi[i]!;\n\
                assign j++, y = 0, id = (b ? 1 : 2) * 1; }, -> c { guard forall (i : pid_t) id != i; sync hurry!; },\n\
                c -> a { assign j = j - (1 - id), turn += 1 >? 2; }; }\n\
                process P(const pid_t pid) { state s; init s; trans s -> s { sync cdi[pid]?; }, s -> s { sync hurry?; }, \n\
                s -> s { guard id == 1 imply pid == 2; }; }\n\
                B = Bus(3); system B, P;\n// query: A[] not (B.a and exists (i : pid_t) id == i + 1)\n";
    let chain = format!(
        "int v; process P() {{ state s, error; init s; trans s -> error {{ guard {}; }}; }}\nsystem P;",
        ["v != 7"; 140].join(" && ")
    );
    for text in [PEDESTRIAN, FISCHER, PEDESTRIAN_XML, rich, &chain] {
        for encoding in [Encoding::Product, Encoding::OwickiGries, Encoding::Parameterised] {
            let (model, _) = timed(text, encoding, &mut Budget::unlimited());
            assert!(model.is_whole, "{text}");
            let printed = model.translated(Language::Timed).unwrap();
            let again = network(&printed, encoding);
            assert!(model.problem().same_as(again.problem()), "{text}\n{printed}");
            assert_eq!(again.translated(Language::Timed).as_ref(), Some(&printed));
        }
    }
}

/// In an XML file several locations may have the same name, or one that is no name.
#[test]
fn locations_without_a_name_of_their_own_are_called_by_their_ids() {
    let xml = PEDESTRIAN_XML.replace(">Wait<", ">not ready<").replace(">Green<", ">state<");
    let (model, _) =
        timed(&with_query(&xml, "A[] Light.Red or y >= 0"), Encoding::Product, &mut Budget::unlimited());
    let printed = model.translated(Language::Timed).unwrap();
    assert!(printed.contains("state Stand, id5, Walk { y <= 2 };"), "{printed}");
    assert!(printed.contains("Red, Pressed { x <= 5 }, id2, Blink { x <= 3 };"), "{printed}");
    assert!(model.problem().same_as(network(&printed, Encoding::Product).problem()));
}

/// What the text says itself need not be found out by counterexamples.
#[test]
fn abstraction_begins_with_locations_values_and_comparisons() {
    let model = network(FISCHER, Encoding::OwickiGries);
    let problem = model.problem();
    let of_first: Vec<String> = problem
        .predicates
        .iter()
        .filter(|predicate| predicate.relation.index() == 0)
        .map(|predicate| problem.arena.show(predicate.predicate).text().to_string())
        .collect();
    for wanted in ["Process1 = 3", "Process2 = 0", "Id = 2"] {
        assert!(of_first.iter().any(|found| found == wanted), "{wanted}: {of_first:?}");
    }
    assert!(of_first.iter().any(|found| found.contains("Process1_x")), "{of_first:?}");
    let family = network(FISCHER, Encoding::Parameterised);
    assert!(!family.problem().predicates.is_empty());
    let printed = model.translated(Language::House).unwrap();
    assert!(problem.same_as(&house::parse(&printed).0), "{printed}");
}
