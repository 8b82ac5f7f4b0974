package work

type Job struct{}

func (j *Job) Do() {}

type Decoy struct{}

func (d *Decoy) Do() {}

type Queue chan *Job

func ranged(c chan *Job) {
	for j := range c {
		j.Do()
	}
}

func named(q Queue) {
	for j := range q {
		j.Do()
	}
}

func bound(c <-chan *Job) {
	j := <-c
	j.Do()
}

func direct(c chan *Job) {
	(<-c).Do()
}

func asserted(v any) {
	v.(*Job).Do()
}

func sliced(js []*Job) {
	js[1:][0].Do()
}

func made() {
	for _, j := range []*Job{{}, {}} {
		j.Do()
	}
}

func decoy(c chan *Decoy) {
	(<-c).Do()
}
